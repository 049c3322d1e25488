import { createElement, type ReactNode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { IslandName } from '../island-names.ts'
import { islands } from './islands.ts'

/** Fetches an island's component and takes over the markup the server made of it. Done when it answers to clicks. */
export async function hydrateIsland(element: HTMLElement, name: IslandName): Promise<void> {
  const component = await islands[name]()
  const props = JSON.parse(element.dataset.props ?? '{}') as never
  await new Promise<void>((resolve, reject) => {
    hydrateRoot(element, createElement(Awake, { onAwake: resolve }, createElement(component, props)), {
      identifierPrefix: name,
      onUncaughtError: reject,
    })
  })
}

function Awake({ onAwake, children }: { onAwake: () => void; children?: ReactNode }) {
  useEffect(onAwake, [onAwake])
  return children
}
