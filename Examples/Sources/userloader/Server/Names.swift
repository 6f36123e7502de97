/// The given names and the family names of one people, in its own script.
struct Names: Sendable {
  let given: [String]
  let family: [String]
  var order = Order.givenFirst

  /// The order of the parts of a full name.
  enum Order {
    case givenFirst
    case familyFirst
    /// Without a space between the two.
    case familyFirstJoined
  }

  init(_ given: String, _ family: String, order: Order = .givenFirst) {
    self.given = given.split(separator: " ").map(String.init)
    self.family = family.split(separator: " ").map(String.init)
    self.order = order
  }

  /// Returns the full name `index`, less than the number of pairs.
  func name(_ index: Int) -> String {
    let given = given[index % given.count]
    let family = family[index / self.given.count % family.count]
    return switch order {
    case .givenFirst: "\(given) \(family)"
    case .familyFirst: "\(family) \(given)"
    case .familyFirstJoined: "\(family)\(given)"
    }
  }
}

extension Names {
  /// Twenty peoples, with ten given names and five family names each.
  static let peoples = [
    Names(
      "Ada Grace Alan Edsger Barbara Donald Frances Tony Margaret Ken",
      "Hopper Turing Wilson O’Neill Whitfield"
    ),
    Names(
      "Lucía Íñigo María José Begoña Ángel Inés Raúl Nuria Joaquín",
      "Núñez Peña Ibáñez Güell Muñoz"
    ),
    Names(
      "Zofia Łukasz Małgorzata Paweł Agnieszka Michał Elżbieta Grzegorz Żaneta Świętosław",
      "Dąbrowska-Wójcik Kołodziej Wiśnia Źrebiec Jabłoń"
    ),
    Names(
      "Åsa Björn Søren Þórunn Ægir Øystein Sigríður Håkon Ólöf Jürgen",
      "Ångström Müller Sørensen Guðmundsen Strauß"
    ),
    Names(
      "Ayşe İbrahim Çiğdem Oğuz Şule Ümit Gülşen Işıl Tuğba Barış",
      "Yılmaz Öztürk Çelik Şahin Güneş"
    ),
    Names(
      "Anh Dũng Hương Khánh Linh Nghĩa Phượng Quỳnh Tuấn Yến",
      "Nguyễn Trần Phạm Đặng Huỳnh",
      order: .familyFirst
    ),
    Names(
      "Анна Борис Вера Григорий Дарья Евгений Жанна Игорь Ксения Юрий",
      "Коваленко Шевчук Бондарь Мороз Щербак"
    ),
    Names(
      "Αθηνά Βασίλης Γεωργία Δημήτρης Ελένη Ζωή Θεόδωρος Ιωάννα Νίκος Χρήστος",
      "Παπαδάκη Γεωργίου Ξένου Ψαρρού Οικονόμου"
    ),
    Names(
      "Անահիտ Արամ Գայանե Դավիթ Լուսինե Հայկ Մարիամ Նարեկ Շուշան Տիգրան",
      "Պետրոսյան Հակոբյան Սարգսյան Գրիգորյան Մկրտչյան"
    ),
    Names(
      "ნინო გიორგი თამარ ლევან მარიამ ზურაბ ქეთევან დავით ეკა ვახტანგ",
      "ბერიძე კაპანაძე გელაშვილი მაისურაძე ლომიძე"
    ),
    Names(
      "נועה אורי תמר יוסף רחל דניאל שירה אברהם מיכל איתן",
      "כהן לוי מזרחי פרץ ביטון"
    ),
    Names(
      "أحمد فاطمة يوسف مريم خالد زينب عمر ليلى حسن نور",
      "المصري الحداد الخطيب النجار العلي"
    ),
    Names(
      "پریسا کوروش شیرین آرش نگین بهرام ژاله سهراب مهسا کیان",
      "رضایی احمدی کریمی گلستانی پارسا"
    ),
    Names(
      "आरव ईशा कृष्ण गीता दीपक नेहा प्रिया राहुल श्रेया विक्रम",
      "शर्मा वर्मा गुप्ता मिश्रा चौधरी"
    ),
    Names(
      "অরুণ মিতালী সুমন ঐশী রবি শর্মিলা তপন নন্দিনী কৌশিক ইলা",
      "ঘোষ সেন বসু চক্রবর্তী রায়"
    ),
    Names(
      "அருண் கவிதா செல்வன் மீனா பிரியா முருகன் லட்சுமி வேலன் தமிழ் இளவரசி",
      "குமார் ராஜன் சுந்தரம் நாதன் பாண்டியன்"
    ),
    Names(
      "กมล ขวัญ จิรา ชัย ดวงใจ ธนา นภา พิมพ์ มาลี สมชาย",
      "ใจดี ศรีสุข แก้วมณี ทองคำ วงศ์ไทย"
    ),
    Names(
      "伟 芳 娜 敏 静 丽华 志强 秀英 建国 晓明",
      "王 李 张 欧阳 司马",
      order: .familyFirstJoined
    ),
    Names(
      "翔太 さくら 健一 美咲 大輔 ひなた 陽子 拓也 あかり 蓮",
      "佐藤 鈴木 髙橋 渡邊 山﨑",
      order: .familyFirst
    ),
    Names(
      "민준 서연 지훈 하은 도윤 수아 예준 지우 시우 다은",
      "김 이 박 최 남궁",
      order: .familyFirstJoined
    ),
  ]
}
