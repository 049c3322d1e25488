import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'samovar-island': DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & {
        'data-island': string
        'data-props': string
      }
    }
  }
}

type IslandProps<P extends object> = {
  /** As in `src/faces/storefront/client/islands.ts`. */
  name: string
  component: ComponentType<P>
  props: P
  /** Props serialized for the browser, if not all: the rest is read from the markup. */
  clientProps?: Partial<P>
}

/** A separate React root, so that `useId` matches on hydration; until then links and forms work natively. */
export function Island<P extends object>({ name, component: Component, props, clientProps }: IslandProps<P>) {
  const html = renderToString(<Component {...props} />, { identifierPrefix: name })
  return (
    <samovar-island
      data-island={name}
      data-props={JSON.stringify(clientProps ?? props)}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
