Pod::Spec.new do |s|
  s.name = 'When'
  s.ios.dependency('BrightFutures')
  s.dependency 'When', '~> 4.0'
end
