import { errorOf, type RestError } from '../../platform/rest/response.ts'

export const conflict = (code: string, message: string): RestError => errorOf(409, `samovar_${code}`, message)

export const providerUnreachable = (message: string): RestError =>
  errorOf(503, 'samovar_payment_provider_unreachable', message)
