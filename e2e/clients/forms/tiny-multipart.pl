use strict;
use warnings;
use HTTP::Tiny;
use HTTP::Tiny::Multipart;

my ($address, $key, $path, $title, $name) = @ARGV;
open my $file, '<:raw', $path or die $!;
my $content = do { local $/; <$file> };
my $parts = [
  categoryId => 'general',
  title => $title,
  file => { filename => $name, content => $content },
];
my $client = HTTP::Tiny->new(keep_alive => 0);
my $answer = $client->post_multipart($address, $parts, { headers => { Authorization => "Bearer $key" } });
print "$answer->{status} $answer->{content}\n";
