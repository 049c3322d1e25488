import type { RestError } from '../../platform/rest/response.ts'

export const conflict = (code: string, message: string): RestError => ({
  status: 409,
  code: `samovar_${code}`,
  message,
})

export const providerUnreachable = (message: string): RestError => ({
  status: 503,
  code: 'samovar_payment_provider_unreachable',
  message,
})
