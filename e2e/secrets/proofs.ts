import type { Proof } from '../proof/proof.ts'
import { provePlantedSecrets } from './planted-secrets.ts'

export const secretsProofs: readonly Proof[] = [
  {
    name: 'secrets',
    async run() {
      const { secrets, placesSearched } = await provePlantedSecrets()
      return `${secrets} planted secrets, found in none of ${placesSearched} answers, logs and files`
    },
  },
]
