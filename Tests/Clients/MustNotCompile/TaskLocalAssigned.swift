// expect: cannot assign to property: 'id' is a get-only property
import Pledge

enum Request {
  @TaskLocal static var id = 0
}

func load(_ page: Future<Int>) -> Future<Int> {
  page.tap { Request.id = $0 }
}
