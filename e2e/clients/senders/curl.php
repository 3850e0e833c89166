<?php
[, $address, $key, $path] = $argv;
$request = curl_init($address);
curl_setopt_array($request, [
    CURLOPT_POSTFIELDS => file_get_contents($path),
    CURLOPT_HTTPHEADER => ["Authorization: Bearer $key", 'Content-Type: multipart/form-data; boundary=frontier'],
    CURLOPT_RETURNTRANSFER => true,
]);
$body = curl_exec($request);
echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), " $body\n";
