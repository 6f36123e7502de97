Pod::Spec.new do |s|
  s.name = 'App'
  s.dependency 'When', '~> 4.0'
end
