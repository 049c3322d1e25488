import { type ComponentType, createElement, type ReactNode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'

/** Hydrates the server-rendered markup of an island. Resolves when it is interactive. */
export async function hydrateIsland(element: HTMLElement, component: ComponentType<never>): Promise<void> {
  const props = JSON.parse(element.dataset.props ?? '{}') as never
  await new Promise<void>((resolve, reject) => {
    hydrateRoot(element, createElement(Hydrated, { onHydrated: resolve }, createElement(component, props)), {
      identifierPrefix: element.dataset.island ?? '',
      onUncaughtError: reject,
    })
  })
}

function Hydrated({ onHydrated, children }: { onHydrated: () => void; children?: ReactNode }) {
  useEffect(onHydrated, [onHydrated])
  return children
}
