/** When an island hydrates: at once, when the browser is idle, when visible, or on interaction. */
export type HydrateOn = 'load' | 'idle' | 'visible' | 'interaction'

/** All islands by their name in the page. The browser's table is in `client/islands.ts`. */
export type IslandName = 'purchase' | 'choice' | 'many' | 'group'
