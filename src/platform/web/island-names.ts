/** All islands by their name in the page. The browser's table is in `client/islands.ts`. */
export type IslandName = 'purchase' | 'variation' | 'ajax-variation' | 'group'
