import { type MediaType, mediaTypes } from '@pictoglyph/media/media-type'

/** The logo as a small picture, in the first allowed type, or as PNG. */
export function testImage(types: readonly MediaType[]): Uint8Array {
  const type = mediaTypesInOrder.find((one) => types.includes(one)) ?? 'image/png'
  if (type === 'image/svg+xml') return new TextEncoder().encode(svg)
  return Uint8Array.from(Buffer.from(pieces[type].join(''), 'base64'))
}

/** PNG first, which every program sends. */
const mediaTypesInOrder: readonly MediaType[] = ['image/png', ...mediaTypes]

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="64" height="64" fill="#00694f">' +
  '<rect x="3" y="3" width="11" height="11" rx="1.5"/><circle cx="23.5" cy="8.5" r="5.5"/>' +
  '<path d="M8.5 18 14.5 29h-12z"/></svg>'

const pieces: Readonly<Record<Exclude<MediaType, 'image/svg+xml'>, readonly string[]>> = {
  'image/png': [
    'iVBORw0KGgoAAAANSUhEUgAAAIAAAACABAMAAAAxEHz4AAAAMFBMVEUAaU/09vXF29UxhXArgmw/jnrr8e/f6ucLcFcZeGBs',
    'qJlWm4qCtKitzcWWwLXS4t6D1MVRAAAACXBIWXMAAAsTAAALEwEAmpwYAAAC40lEQVRo3u2Yv4sTQRTHl3MXL+YiZCG7KNwu',
    'q81pFTgshVRqGRW0EWExTUCLAyttgiCWiYJnJwmIjSCxsbJIKgsLc2CjNpf/wNiY0mz217yZycy+WcRmpji479x9NjM7833f',
    'F6NechgaoAEaoAEaoAH/EPBznxh3QmLG/nLz0vuFDHDWAONqPvNoEAnWXAKYQUA1m7jfixXzSAwYQ4CRrsFvpsqOGNCkAEGi',
    'X8ilj0JAiw/wB7xlIQAdUpsqAMDWbOEBNtAsPKABxSM04BcUr6MBEyieRAPaUDyNBvSgeAoLcCnRwgJ8SjyBBdhlAX7ZJTjG',
    'Jpco+hYodQcNGEJxCw2gjO45GnAGilM0wAPa9gHeUFqb97AYYI/UbikAdgmpcqAAIB3hhdCVqZtvpE/bzW60uRACJpuuzflU',
    'eiuuTB0IeJLPfIuVG5Li6oIKYAbE1I/V/jz9Ks0HzjliUPv9+48OWf8V8ODdp6AMwFslFCtQBzhttiSiAA+52aY4wGnzqrIY',
    'EHLja1AYYI+48fVKYUCjT9vU6yEvpW4EzMjyF5l6ZeFlhu6+uSsFNMnldmNniT7Ch8R0RhKAB5LYJH6DnbQqDmHM4gFWz6yB',
    'BF8JY2uPkoHfA7NcwOqZZv7bMPmHdpwxG1R95gDcyMPz1mSZLCiKm6/q9WMqanIA64NzmB+KVjVMZSu0e9SJ4gCWVAl143Pp',
    'RE3D7e90xuEAxmwRX/vBcXoin4kBSaobMX6Qhfa5GJD8XZ/xA3cgT2nE3amyfrDHCwgG5xxTlzfzA3v9EaqhGOAxfUXqB9vB',
    '4+jnVHIbuymgxvGDi9defpZd5ywimGp+4ObdxVzJD4j+/VDJD5ZMIET6wZiJpDg/AN3JSMEPQJPaV/CDGdua4PygyQmqGD/w',
    'RF1yET/oQkCNvz/zwlHXhIdU7gcu1SXDZ9XlfkB9D0V68/p9SP3g3j41LsN3VMgPhKOIH+ioqwEaoAEaoAFlxl9Adz/97cYc',
    'xgAAAABJRU5ErkJggg==',
  ],
  'image/jpeg': [
    '/9j/2wBDAA0NDQ0ODQ4QEA4UFhMWFB4bGRkbHi0gIiAiIC1EKjIqKjIqRDxJOzc7STxsVUtLVWx9aWNpfZeHh5e+tb75+f//',
    '2wBDAQ0NDQ0ODQ4QEA4UFhMWFB4bGRkbHi0gIiAiIC1EKjIqKjIqRDxJOzc7STxsVUtLVWx9aWNpfZeHh5e+tb75+f//wgAR',
    'CABAAEADASIAAhEBAxEB/8QAGgAAAgMBAQAAAAAAAAAAAAAAAAUDBAYHAf/EABkBAQEAAwEAAAAAAAAAAAAAAAACAQMEBf/a',
    'AAwDAQACEAMQAAAA6QFNi4Zm+1tyunVoDz1RmNOoa+V6cdV56vJdVy632ggnnvAhUub8c6RnlVTQrGvWts5o8dZRvCsxfcCB',
    'M5F0roM//8QAMRAAAgIBAwEBDwUAAAAAAAAAAQMCBAUAERIQBhMUFiEwMTI1QUNRUlN0kiAjQnHB/9oACAEBAAE/API3ryKC',
    'O7v5ceQiBEbkk68LMb9N/wCI1j81TyLZqSGCcY8tpjVm0ioqTnsEID2nSu0+KYzgZsh8JSj4tAggEEEEbgjr2s9Wr+4j07J+',
    'smfby12uaw26yv4BXIf2T07MNYzFQE/NBkoQ65rHtyNMJVOMZhgmOWvBPJfUR+R1gsHZx1lj3sWd1mAENZbEpyaYgy4Mh6E9',
    'L7I2yzZtlQh8Y7k6q1lVELQmO0IDYfouZdFS/Uqz976cvk38UelxF/MZR1bkxFVGsHeel78Zen+6ongZHWPy6shYtKUqXBXm',
    'Z7JdbD11kNew7QhEyOrdlluy17PSnLfWByHf1GPM7tVtCf8Ah1cRfzGUdW5sRVRqrSVcstoZFsl2U+KDfmiPYd9YF9LezUpp',
    'n3NR3Lj7zrfoKyCAlrGRhyEiIHbfXgnjfqP/ACGsfhKuOdJqGu3lHiRIgg9Mlg6mSnFkzJbANucNUaFeggJQDtvuSfPI+S//',
    'xAAWEQEBAQAAAAAAAAAAAAAAAAABIBD/2gAIAQIBAT8AodS//8QAHxEBAAMBAQABBQAAAAAAAAAAAQACAxEhBBASE2GC/9oA',
    'CAEDAQE/AFAVfIbZWQLiy2lKoWsD9NhtlcD1Jjjqa0WiAzfDW2qh0ZnVrStV9CLyY/I/Jper/M7aun3VHrZOr4/qZWbUFRYg',
    'iJ5DHKqJQGWrW5yx0gAAHCf/2Q==',
  ],
  'image/webp': [
    'UklGRvgBAABXRUJQVlA4IOwBAAAwDACdASpAAEAAPtFmq1GoJSOiogmZABoJZA2wBZ9hhhgNsi2S9ig3wKndHR8vky0SapHH',
    'LCZy/yNy4zwTvWgO9zRgmQkO+TesFWnVFfmv50SN3DTxVBp9aqBeScSsWnLoBNaiXazabB4AAP7o4Jj1trE5khw9N4hK5y5C',
    'kBgOzu5ntjL4Nn9b8wxN90N6a79XuWCbeJl9+TZTnGiW0vgRC+giezhjQ9z4ehADcOHI69xsVp4iF9o/G/ew3ch++08y9mIe',
    'Zd7qHHHACtvBifN9pzcnxyFW9PHQSgnGKFg45fzckIkHVipor9SiA4bBmuxwSeyPhbeX0rzvCvwS3gF6ZaE64v8mZAe71iip',
    'r+eO9JyeB8tiTks2dYCWbQiwfVmQGgZHu+Z+eBg9h/AobjROV/vaYLXKNqNsX++9frt7D7D6xK7GxE7eW8p8MLi+NfET+l/9',
    'HfQekI4p1R8RlUMWPfgnQxVhPoz5v0OwR9CZrHu9GLt4e2vnQqVW5jcob6rM8KbSi7qf39LPa22LsctVR1J5JzlpnxR2NN4X',
    'PKsAhhbLN0h4ukVe1GMcuIHRj4sI/YUil/HMpd0T0UfnAit0wXo7HePmtly5+g4E6bAO1EzvKQVf5xfpr8AtTVZkLkpJwzJS',
    'AJ4V772qQAA=',
  ],
  'image/gif': [
    'R0lGODlhQABAAIMAAJ3EurfTzGOikn2xpECNeurx79Lj3gpuVSN9ZgBfRP/+//v6+gBlSvH18wFpT/X39iH5BAQAAAAALAAA',
    'AABAAEAAAAT/8MlJq70469xe/14IjmJJnmaKbmzrumisznI9v3iO2zzt9yCdcHgB/o7GFXE5TCKfTqZUx+uwrDGrpBHdNBaL',
    'gnhMFj8WWgp3oXiI2ehcbWEgIO74/J0QiKsfCgYDdggEAwYKXFs+XgsECQyRkpORCQgFIYsNAg6QlQkHAwuZXj4FCAwOqqus',
    'qwcGfh+PrasJAnE2LKeptLSvsQoCoL2qCQCJV6aoxK2/HwoBvMwMzowcbsvMrrDPwtrFA8gaNrvfqs4d5d8JBH431+rf6HQH',
    '5g4MCFjXMvHa8wb1zOFLowRDumzyuKU7IG0agQlpKpBD6I+bB0cJzCUIp6VgEWwN/5lVa6AAQEZzFse96ycy5ZlHAX3ZEidD',
    'JUti1S6eOkmL3aJSBWetO4CpYxgCDCCpSspAQBBrBr8EQHCgqtWrVgG42wIGAAGrCAQEaBNxXwquBQyoXctWbYFRRUiGcctG',
    'kaZ3BheB2ct3Lyk1HzqA8VAW6FnAXBIrtiuRjQSyjI2ofGrYQyABBAy91bcD792aEKEd8GTJpWSzLwLToxZp9CVSnM2S+PMs',
    'wLHZEzAytENtJpY4sQ7njfjla1ELJAGwfmggWx8u0Aq5RO5ZRMmkHP9IQOrgF7Te7Q4m8A2xxOTyDZblhLhA2MZExUExOKZg',
    'AKj3hT+bR1/yJHk1YQwwAP8gjxngim2p4HOcfueF0A8ixAFyWWYD2scQK8aIM5xwW9THUycEaMheAKNVgkAdH9rijkfUfUAP',
    'LQyMRdBqDIFXgABJZSTKXx95RJI3rbCz1Uvy8TaaANAICOEZ+uA2HEkGEjMfTdft9kBzvIylwJZTETCdRHiRJBSM+ZDCnXfR',
    'jNZOAQ3s9B+HLX6nTYYuusdRfAzRZyF+su0XnzYKEhbgAL8BdA6C97zW0X5RXScPnx1sqYaHF9Zy23ko7ETJpq1ZlBhtY3Zy',
    'y6JOFlHSAXqkikcoIjZ2Yyc6jpIfeoeVYeutYAYhWABKkqUfZR8JAawmX2yJxqy0wdkEo4RFBlU9j1DAOSyytJbKBGW45dKn',
    'E9jmlQyLUjTp57MtRguat4ZZOwVo2m7IrbLapcvsFNa0C+276saL6bzrvmNDBAA7',
  ],
  'image/avif': [
    'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAA',
    'AAAAACJpbG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAAASMAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAA',
    'AA5waXRtAAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAAEAAAABAAAAAEHBpeGkAAAAA',
    'AwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAAErbWRhdBIACgk4FX/9tAQ0GkAykwIawmLkRvjICh0mPtABIWXPnDsCh+PQ',
    'h+dtaxDWb22OqtKO4CMttJ4Gs4D5NgMVad6vi2Xvl66mGulHcaMvAucWouY6ey13eJLwz+HMgbP+yC8J2gKTkMxh6BTEFAks',
    'epHfUoogWKTpmMaSnBK2VC76uw+Gj7Gx532fCkd/JJfvvhxOurG7/ig/ThmsAmCoHu++hAcpM5Vqi4jBWVf7kQxqYPKu6J5m',
    'VABnZAPCIkWNv4Ai2p6JheMxLRZQmzjc1BpVTNCEEXRlc3wrxY2sph84KdcuzMcXzvgIqLJYy7yCr9uzbK5q0TOvfMlu9d84',
    'DDg0I16qpAn1ly1163mg28eKn6APUNuwQGpT5dsg1JB4yQi2EA==',
  ],
}
