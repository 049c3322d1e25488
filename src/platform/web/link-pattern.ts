/** A path, a fragment, or a URL of another site; never a script. */
export const linkPattern = /^(?:\/(?!\/)|#|https:\/\/|mailto:|tel:)\S*$/
