import sys

import gi

gi.require_version("Soup", "3.0")
from gi.repository import GLib, Soup

address, key, path, title, name = sys.argv[1:]
form = Soup.Multipart.new("multipart/form-data")
form.append_form_string("categoryId", "general")
form.append_form_string("title", title)
with open(path, "rb") as file:
    form.append_form_file("file", name, "image/jpeg", GLib.Bytes.new(file.read()))
message = Soup.Message.new_from_multipart(address, form)
message.get_request_headers().append("Authorization", f"Bearer {key}")
body = Soup.Session.new().send_and_read(message, None)
print(int(message.get_status()), body.get_data().decode())
