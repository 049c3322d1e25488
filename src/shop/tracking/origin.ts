/** The order's origin as the back office shows it: 'Source: Newsletter', 'Organic: Google', 'Direct'. */
export function originText(attribution: Readonly<Record<string, string>>): string {
  const source = (attribution.utm_source ?? '').replaceAll(/^[([]+|[)\]]+$/g, '')
  const named = source.charAt(0).toUpperCase() + source.slice(1)
  const texts = new Map([
    ['utm', `Source: ${named}`],
    ['organic', `Organic: ${named}`],
    ['referral', `Referral: ${named}`],
    ['typein', 'Direct'],
    ['mobile_app', 'Mobile app'],
    ['admin', 'Web admin'],
    ['pos', 'Point of Sale'],
  ])
  return texts.get(attribution.source_type ?? '') ?? 'Unknown'
}
