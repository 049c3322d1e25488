import type { StoreError } from './answer.ts'

/** Required fields that are empty, by set and label; null when none is. The first set is named, all are told. */
export function missingError(sets: Readonly<Record<string, readonly string[]>>): StoreError | null {
  const wrong = Object.entries(sets).filter(([, labels]) => labels.length > 0)
  const [first] = wrong
  if (!first) return null
  const told = (labels: readonly string[]) => labels.map((label) => `${label} is required`)
  return {
    status: 400,
    code: 'woocommerce_rest_invalid_address',
    message: `There was a problem with the provided ${first[0]} address: ${told(first[1]).join(', ')}`,
    data: { errors: Object.fromEntries(wrong.map(([set, labels]) => [set, told(labels)])) },
  }
}
