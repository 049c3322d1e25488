import type { Stripe } from '@stripe/stripe-js'

const loading = new Map<string, Promise<boolean>>()

/** The provider's script, loaded once however often it is asked for; null if it cannot be loaded. */
export async function loadStripe(scriptUrl: string, publishableKey: string): Promise<Stripe | null> {
  const loaded = window.Stripe ? true : await (loading.get(scriptUrl) ?? load(scriptUrl))
  return loaded && window.Stripe ? window.Stripe(publishableKey) : null
}

function load(url: string): Promise<boolean> {
  const isLoaded = new Promise<boolean>((resolve) => {
    const script = document.createElement('script')
    script.src = url
    script.onload = () => resolve(true)
    script.onerror = () => {
      // The next one to ask tries again.
      loading.delete(url)
      script.remove()
      resolve(false)
    }
    document.head.append(script)
  })
  loading.set(url, isLoaded)
  return isLoaded
}
