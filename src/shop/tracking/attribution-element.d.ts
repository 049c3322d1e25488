import 'react'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'wc-order-attribution-inputs': { children?: never }
    }
  }
}
