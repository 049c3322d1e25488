import { type ComponentType, createElement, type ReactNode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'

/** Takes over the markup the server made of an island. Done when it answers to clicks. */
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
