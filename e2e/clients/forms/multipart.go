package main

import (
	"bytes"
	"crypto/tls"
	"fmt"
	"io"
	"log"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"os"
)

func main() {
	address, key, path, title, name := os.Args[1], os.Args[2], os.Args[3], os.Args[4], os.Args[5]
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	write(form, "categoryId", "general")
	write(form, "title", title)
	part, err := form.CreateFormFile("file", name)
	must(err)
	file, err := os.Open(path)
	must(err)
	_, err = io.Copy(part, file)
	must(err)
	must(form.Close())
	request, err := http.NewRequest("POST", address, &body)
	must(err)
	request.Header.Set("Authorization", "Bearer "+key)
	request.Header.Set("Content-Type", form.FormDataContentType())
	client := http.Client{Transport: &http.Transport{
		ForceAttemptHTTP2: true,
		TLSClientConfig:   &tls.Config{InsecureSkipVerify: true},
	}}
	answer, err := client.Do(request)
	must(err)
	text, err := io.ReadAll(answer.Body)
	must(err)
	fmt.Println(answer.StatusCode, string(text))
}

// write sends a field as CreatePart does where people choose its headers.
func write(form *multipart.Writer, name string, value string) {
	part, err := form.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {fmt.Sprintf(`form-data; name="%s"; filename="%s"`, name, name)},
		"Content-Type":        {"application/octet-stream"},
	})
	must(err)
	_, err = part.Write([]byte(value))
	must(err)
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
