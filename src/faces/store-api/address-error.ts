import type { StoreError } from './response.ts'

/** Required fields that are empty, by set and label; null when none is. The first set is named, all are told. */
export function missingError(missingLabels: Readonly<Record<string, readonly string[]>>): StoreError | null {
  const incomplete = Object.entries(missingLabels).filter(([, labels]) => labels.length > 0)
  const [first] = incomplete
  if (!first) return null
  const messagesOf = (labels: readonly string[]) => labels.map((label) => `${label} is required`)
  return {
    status: 400,
    code: 'woocommerce_rest_invalid_address',
    message: `There was a problem with the provided ${first[0]} address: ${messagesOf(first[1]).join(', ')}`,
    data: { errors: Object.fromEntries(incomplete.map(([set, labels]) => [set, messagesOf(labels)])) },
  }
}
