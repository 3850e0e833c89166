require 'net/http'

address, key, path = ARGV
uri = URI(address)
headers = { 'Authorization' => "Bearer #{key}", 'Content-Type' => 'multipart/form-data; boundary=frontier' }
answer = Net::HTTP.post(uri, File.binread(path), headers)
puts "#{answer.code} #{answer.body}"
