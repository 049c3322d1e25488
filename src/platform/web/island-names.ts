/** When an island wakes: at once, when the browser is idle, when it comes into view, or when somebody touches it. */
export type HydrateOn = 'load' | 'idle' | 'visible' | 'interaction'

/** Every island, by the name it carries in the page. The browser's table is in `client/islands.ts`. */
export type IslandName = 'purchase' | 'choice' | 'many' | 'group'
