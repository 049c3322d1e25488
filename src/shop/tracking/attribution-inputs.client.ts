/** `<wc-order-attribution-inputs>`: a hidden field per attribution value, only in the first element of a page. */

type Visit = { params?: { prefix?: string }; getAttributionData(): Record<string, string | null> }

const visit = (window as unknown as { wc_order_attribution: Visit }).wc_order_attribution

class AttributionInputs extends HTMLElement {
  connectedCallback(): void {
    if (document.querySelector('wc-order-attribution-inputs') !== this) return this.remove()
    this.fill()
    addEventListener('samovar:visit', () => this.fill())
  }

  fill(): void {
    const prefix = visit.params?.prefix ?? 'wc_order_attribution_'
    const inputs = Object.entries(visit.getAttributionData()).map(([field, value]) =>
      Object.assign(document.createElement('input'), { type: 'hidden', name: prefix + field, value: value ?? '' }),
    )
    this.replaceChildren(...inputs)
  }
}

customElements.define('wc-order-attribution-inputs', AttributionInputs)

export {}
