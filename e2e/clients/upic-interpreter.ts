/** A host of uPic, as it stands in the file that its "Import host configuration" reads. */
interface UPicHost {
  id: string
  name: string
  type: string
  data: string
}

/** What the `data` of a custom host says; uPic takes any value that is no text for an empty one. */
interface CustomHost {
  url: string
  method: string
  field: string
  headers: string
  bodys: string
  resultPath: string
}

interface NamedValue {
  key: string
  value: string
}

/** The custom hosts in a file for uPic: a list of texts that are JSON, with JSON inside. */
export function importIntoUPic(file: string): { id: string; host: CustomHost }[] {
  const texts = JSON.parse(file) as string[]
  return texts.map((text) => {
    const { id, type, data } = JSON.parse(text) as UPicHost
    if (type !== 'custom') throw new Error(`uPic has another kind of host for ${type}`)
    return { id, host: JSON.parse(data) as CustomHost }
  })
}

/** Uploads as uPic's `CustomUploader` does without Base64, fields first, and gives the link that it finds. */
export async function uploadAsUPic(host: CustomHost, file: File): Promise<string> {
  const form = new FormData()
  for (const { key, value } of JSON.parse(host.bodys) as NamedValue[]) form.append(key, value)
  form.append(host.field, file)
  const headers = (JSON.parse(host.headers) as NamedValue[]).map(({ key, value }) => [key, value] as const)
  const response = await fetch(host.url, {
    method: host.method,
    headers: Object.fromEntries(headers),
    body: form,
  })
  if (!response.ok) throw new Error(`uPic shows that the upload was answered with ${response.status}`)
  let found: unknown = await response.json()
  for (const name of JSON.parse(host.resultPath) as string[]) found = Object(found)[name]
  return String(found)
}
