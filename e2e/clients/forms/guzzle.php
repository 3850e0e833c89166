<?php
require '/usr/share/php/GuzzleHttp/autoload.php';
[, $address, $key, $path, $title, $name] = $argv;
$answer = (new GuzzleHttp\Client(['http_errors' => false]))->post($address, [
    'headers' => ['Authorization' => "Bearer $key"],
    'multipart' => [
        ['name' => 'categoryId', 'contents' => 'general'],
        ['name' => 'title', 'contents' => $title],
        ['name' => 'file', 'contents' => fopen($path, 'rb'), 'filename' => $name],
    ],
]);
echo $answer->getStatusCode(), ' ', $answer->getBody(), "\n";
