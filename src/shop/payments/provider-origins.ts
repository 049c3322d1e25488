/** Origin of the provider's browser script, and the origins that pages using it have to allow. */
export type ProviderOrigins = {
  /** URL of the script that defines `window.Stripe`. */
  scriptUrl: string
  /** For `script-src`, `frame-src` and `connect-src` of the Content-Security-Policy. */
  script: readonly string[]
  frame: readonly string[]
  connect: readonly string[]
}

const stripeOrigins: ProviderOrigins = {
  scriptUrl: 'https://js.stripe.com/v3/',
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
}

/** The real provider's origins, or the sandbox's, which makes every call from its own frames. */
export function providerOrigins({ sandboxOrigin }: { sandboxOrigin: string | null }): ProviderOrigins {
  if (sandboxOrigin === null) return stripeOrigins
  return { scriptUrl: `${sandboxOrigin}/v3/`, script: [sandboxOrigin], frame: [sandboxOrigin], connect: [] }
}
