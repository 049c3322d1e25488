/** A path of the shop, a place on the page, or an address of another site; never a script. */
export const linkPattern = /^(?:\/(?!\/)|#|https:\/\/|mailto:|tel:)\S*$/
