import { errorOf, type RestError } from '../../platform/rest/response.ts'

export const providerUnreachable = (message: string): RestError =>
  errorOf(503, 'samovar_payment_provider_unreachable', message)
