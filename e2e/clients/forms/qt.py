import sys

from PyQt6.QtCore import QCoreApplication, QUrl
from PyQt6.QtNetwork import QHttpMultiPart, QHttpPart, QNetworkAccessManager, QNetworkReply, QNetworkRequest

address, key, path, title, name = sys.argv[1:]
application = QCoreApplication(sys.argv)
form = QHttpMultiPart(QHttpMultiPart.ContentType.FormDataType)


def add(disposition, content):
    part = QHttpPart()
    part.setHeader(QNetworkRequest.KnownHeaders.ContentDispositionHeader, f"form-data; {disposition}")
    part.setBody(content)
    form.append(part)


add('name="categoryId"', b"general")
add('name="title"', title.encode())
with open(path, "rb") as file:
    escaped = name.replace('"', '\\"')
    add(f'name="file"; filename="{escaped}"', file.read())
request = QNetworkRequest(QUrl(address))
request.setRawHeader(b"Authorization", f"Bearer {key}".encode())
manager = QNetworkAccessManager()
reply = manager.post(request, form)
reply.sslErrors.connect(reply.ignoreSslErrors)
reply.finished.connect(application.quit)
application.exec()
status = reply.attribute(QNetworkRequest.Attribute.HttpStatusCodeAttribute)
print(status, bytes(reply.readAll()).decode(), reply.errorString() if status is None else "")
