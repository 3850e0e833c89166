use strict;
use warnings;
use HTTP::Tiny;

my ($address, $key, $path) = @ARGV;
open my $file, '<:raw', $path or die $!;
my $body = do { local $/; <$file> };
my $headers = { Authorization => "Bearer $key", 'Content-Type' => 'multipart/form-data; boundary=frontier' };
my $answer = HTTP::Tiny->new(keep_alive => 0)->post($address, { headers => $headers, content => $body });
print "$answer->{status} $answer->{content}\n";
