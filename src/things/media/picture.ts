export type Picture = {
  readonly id: number
  readonly path: string
  readonly width: number
  readonly height: number
  readonly alt: string
  readonly title: string
  readonly caption: string
}
