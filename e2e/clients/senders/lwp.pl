use strict;
use warnings;
use LWP::UserAgent;

my ($address, $key, $path) = @ARGV;
open my $file, '<:raw', $path or die $!;
my $body = do { local $/; <$file> };
my @headers = (Authorization => "Bearer $key", 'Content-Type' => 'multipart/form-data; boundary=frontier');
my $answer = LWP::UserAgent->new->post($address, @headers, Content => $body);
print $answer->code, ' ', $answer->decoded_content, "\n";
