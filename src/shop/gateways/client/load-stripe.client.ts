import type { Stripe } from '@stripe/stripe-js'
import { loadScript } from './load-script.client.ts'

/** Loads the provider's script, once for all callers; null if it cannot be loaded. */
export async function loadStripe(scriptUrl: string, publishableKey: string): Promise<Stripe | null> {
  const isLoaded = window.Stripe ? true : await loadScript(scriptUrl)
  return isLoaded && window.Stripe ? window.Stripe(publishableKey) : null
}
