require 'net/http/post/multipart'

address, key, path, title, name = ARGV
uri = URI(address)
File.open(path, 'rb') do |file|
  parts = { 'categoryId' => 'general', 'title' => title, 'file' => UploadIO.new(file, 'image/jpeg', name) }
  request = Net::HTTP::Post::Multipart.new(uri.path, parts, 'Authorization' => "Bearer #{key}")
  answer = Net::HTTP.start(uri.host, uri.port) { |http| http.request(request) }
  puts "#{answer.code} #{answer.body}"
end
