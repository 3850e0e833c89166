<?php
[, $address, $key, $path] = $argv;
$context = stream_context_create(['http' => [
    'method' => 'POST',
    'header' => "Authorization: Bearer $key\r\nContent-Type: multipart/form-data; boundary=frontier",
    'content' => file_get_contents($path),
    'ignore_errors' => true,
]]);
$body = file_get_contents($address, false, $context);
preg_match('/^HTTP\/\S+ (\d+)/', $http_response_header[0], $status);
echo "$status[1] $body\n";
