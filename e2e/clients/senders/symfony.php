<?php
require '/usr/share/php/Symfony/Component/HttpClient/autoload.php';
[, $address, $key, $path] = $argv;
$answer = (new Symfony\Component\HttpClient\NativeHttpClient())->request('POST', $address, [
    'headers' => ['Authorization' => "Bearer $key", 'Content-Type' => 'multipart/form-data; boundary=frontier'],
    'body' => file_get_contents($path),
]);
echo $answer->getStatusCode(), ' ', $answer->getContent(false), "\n";
