import { revealNotice } from '../../../platform/web/client/reveal-notice.ts'

/** `code` is typed again if the form has been replaced since; the fold opens, so that the error is seen. */
export function showCouponError(text: string, code = ''): void {
  const field = document.querySelector<HTMLInputElement>('#coupon_code')
  document.getElementById('coupon-error-notice')?.remove()
  field?.classList.toggle('has-error', text !== '')
  for (const name of ['aria-invalid', 'aria-describedby']) field?.removeAttribute(name)
  if (text === '') return
  const id = 'coupon-error-notice'
  const errorText = Object.assign(document.createElement('p'), { id, className: id, role: 'alert' })
  field?.closest('.coupon')?.append(errorText)
  field?.closest('details')?.setAttribute('open', '')
  if (field) field.value ||= code
  errorText.textContent = text
  field?.setAttribute('aria-invalid', 'true')
  field?.setAttribute('aria-describedby', id)
  revealNotice(errorText)
}
