/** The order's origin as the back office shows it: 'Source: Newsletter', 'Organic: Google', 'Direct'. */
export function originText(attribution: Readonly<Record<string, string>>): string {
  const source = (attribution.utm_source ?? '').replaceAll(/^[([]+|[)\]]+$/g, '')
  const named = source.charAt(0).toUpperCase() + source.slice(1)
  switch (attribution.source_type) {
    case 'utm':
      return `Source: ${named}`
    case 'organic':
      return `Organic: ${named}`
    case 'referral':
      return `Referral: ${named}`
    case 'typein':
      return 'Direct'
    case 'mobile_app':
      return 'Mobile app'
    case 'admin':
      return 'Web admin'
    case 'pos':
      return 'Point of Sale'
    default:
      return 'Unknown'
  }
}
