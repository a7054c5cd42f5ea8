# Ruby's URI. The lines are as main.rs says.
require "uri"

puts "Ruby #{RUBY_VERSION}"
STDIN.each_line do |line|
  begin
    host = URI.parse([line.strip].pack("H*").force_encoding("UTF-8")).host
  rescue URI::Error, ArgumentError
    puts "!"
  else
    puts host.nil? || host.empty? ? "-" : "=" + host.unpack1("H*")
  end
end
