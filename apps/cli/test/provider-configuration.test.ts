import { expect, test } from 'bun:test'
import { readConfiguration } from '../src/configuration.ts'
import { problemsOf } from './problems-of.ts'

const complete = {
  PICTOGLYPH_OIDC_ISSUER: 'https://id.example/realm',
  PICTOGLYPH_OIDC_CLIENT_ID: 'console',
  PICTOGLYPH_OIDC_CLIENT_SECRET: 'secret',
}

test('a provider of identities is named by three variables, and by none otherwise', () => {
  expect(readConfiguration({}).provider).toBeUndefined()
  expect(
    readConfiguration({
      ...complete,
      PICTOGLYPH_OIDC_ADMIN_GROUP: 'keepers',
      PICTOGLYPH_OIDC_FACTORS: ' mfa  phr',
    }).provider,
  ).toEqual({
    issuer: 'https://id.example/realm',
    clientId: 'console',
    clientSecret: 'secret',
    scopes: 'openid profile',
    adminGroup: 'keepers',
    factors: ['mfa', 'phr'],
  })
  for (const name of Object.keys(complete)) {
    const [problem, ...more] = problemsOf({ ...complete, [name]: '' })
    expect(problem).toStartWith(`${name}: `)
    expect(more).toEqual([])
  }
})

test('a provider is asked over https, unless it is on this machine, and for openid', () => {
  const issuers = [
    'http://id.example',
    'http://localhost.example',
    'http://127.0.0.1.example',
    'ftp://id.example',
    'id.example',
  ]
  for (const PICTOGLYPH_OIDC_ISSUER of issuers) {
    expect(problemsOf({ ...complete, PICTOGLYPH_OIDC_ISSUER })[0]).toStartWith('PICTOGLYPH_OIDC_ISSUER: ')
  }
  for (const PICTOGLYPH_OIDC_ISSUER of [
    'http://localhost:9000',
    'http://127.0.0.1:9000/x',
    'http://[::1]:9000',
  ]) {
    expect(problemsOf({ ...complete, PICTOGLYPH_OIDC_ISSUER })).toEqual([])
  }
  expect(problemsOf({ ...complete, PICTOGLYPH_OIDC_SCOPES: 'profile' })).toEqual([
    'PICTOGLYPH_OIDC_SCOPES: must have openid among them',
  ])
})
