import type { StoreError } from './response.ts'

/**
 * Missing required fields by address and label; null if there are none. The message names the first address, the data
 * lists all.
 */
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
