import { type GainMapParameters, type ParameterName, type PerColour, parameterNames } from './parameters.ts'
import { xmpNamespace } from './read-xmp.ts'

/** The shortest packet that announces a gain map of this many bytes. */
export function primaryXmp(gainMapBytes: number): string {
  const { container, item } = xmpNamespace
  const entry = (attributes: string): string =>
    `<rdf:li rdf:parseType="Resource"><Container:Item ${attributes} Item:Mime="image/jpeg"/></rdf:li>`
  return packet(
    `xmlns:Container="${container}" xmlns:Item="${item}"`,
    `<Container:Directory><rdf:Seq>${entry('Item:Semantic="Primary"')}${entry(
      `Item:Semantic="GainMap" Item:Length="${gainMapBytes}"`,
    )}</rdf:Seq></Container:Directory>`,
  )
}

/** The shortest packet with a gain map's parameters. */
export function gainMapXmp({ baseRenditionIsHdr, numbers }: GainMapParameters): string {
  const attributes: string[] = []
  const elements: string[] = []
  for (const name of parameterNames) {
    const value = numbers.get(name)
    if (value?.length === 1) attributes.push(`hdrgm:${name}="${value[0]}"`)
    else if (value) elements.push(listOf(name, value))
  }
  if (baseRenditionIsHdr !== undefined) {
    attributes.push(`hdrgm:BaseRenditionIsHDR="${baseRenditionIsHdr ? 'True' : 'False'}"`)
  }
  return packet(attributes.join(' '), elements.join(''))
}

function listOf(name: ParameterName, value: PerColour): string {
  const items = value.map((number) => `<rdf:li>${number}</rdf:li>`)
  return `<hdrgm:${name}><rdf:Seq>${items.join('')}</rdf:Seq></hdrgm:${name}>`
}

function packet(attributes: string, elements: string): string {
  const description = `rdf:about="" xmlns:hdrgm="${xmpNamespace.gainMap}" hdrgm:Version="1.0" ${attributes}`
  return (
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="${xmpNamespace.rdf}">` +
    `<rdf:Description ${description}>${elements}</rdf:Description></rdf:RDF></x:xmpmeta>`
  )
}
