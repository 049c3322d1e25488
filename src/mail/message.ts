/** One mail, ready to be sent. */
export type Message = { readonly subject: string; readonly html: string; readonly text: string }
