import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import type { HydrateOn, IslandName } from './island-names.ts'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'samovar-island': DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & {
        'data-island': string
        'data-on': HydrateOn
        'data-props': string
      }
    }
  }
}

type IslandProps<P extends object> = {
  name: IslandName
  component: ComponentType<P>
  props: P
  on: HydrateOn
  /** What travels to the browser, where that is less than all props: the rest it finds in the markup. */
  clientProps?: Partial<P>
}

/**
 * A component that comes alive in the browser. It is rendered by itself, so that the ids React makes up are the same
 * ones when the browser hydrates it by itself; until then its links and forms do the job.
 */
export function Island<P extends object>({ name, component: Component, props, on, clientProps }: IslandProps<P>) {
  const html = renderToString(<Component {...props} />, { identifierPrefix: name })
  return (
    <samovar-island
      data-island={name}
      data-on={on}
      data-props={JSON.stringify(clientProps ?? props)}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
