/**
 * A picture is printed from four plates, as a small press would: flat paint, shade and stipple (both multiplied;
 * stipple is printed in grain, for soft shadows) and light (screened). A shape put on top also knocks out the shade and light beneath it, so that things hide what lies behind.
 */
type Inside = {
  /** SVG drawn on the shade plate within the shape; white is no shade. */
  readonly shade?: string
  /** SVG drawn on the stipple plate within the shape; white is none. */
  readonly stipple?: string
  /** SVG drawn on the light plate within the shape; black is no light. */
  readonly light?: string
  /** SVG drawn on the paint plate within the shape. */
  readonly paint?: string
}

export type Plates = {
  readonly paint: string
  readonly shade: string
  readonly stipple: string
  readonly light: string
}

export class Scene {
  readonly width: number
  readonly height: number
  #paint: string[] = []
  #shade: string[] = []
  #stipple: string[] = []
  #light: string[] = []
  #defs: string[] = []

  static #ids = 0

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
  }

  /** A length that things seen in a scene are measured by, whatever its format. */
  get unit(): number {
    return Math.min(this.width, this.height * 0.8)
  }

  /** Keeps a gradient, filter or clip path; the answer is how to refer to it. */
  define(write: (id: string) => string): string {
    const id = `d${++Scene.#ids}`
    this.#defs.push(write(id))
    return `url(#${id})`
  }

  /** Straight blend between colours; each stop is [offset 0-1, colour, opacity]. Coordinates are in user space. */
  gradient(
    from: readonly [number, number],
    to: readonly [number, number],
    stops: readonly (readonly [number, string, number?])[],
  ): string {
    return this.define(
      (id) =>
        `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${from[0]}" y1="${from[1]}" x2="${to[0]}" y2="${to[1]}">${stopsOf(stops)}</linearGradient>`,
    )
  }

  /** Round blend from the centre outwards. */
  glow(x: number, y: number, radius: number, stops: readonly (readonly [number, string, number?])[], flat = 1): string {
    return this.define(
      (id) =>
        `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="${radius}" gradientTransform="translate(${x} ${y}) scale(1 ${flat})">${stopsOf(stops)}</radialGradient>`,
    )
  }

  /** A solid shape. What is given for `inside` stays within its outline. */
  shape(d: string, fill: string, inside: Inside = {}): void {
    this.#paint.push(`<path d="${d}" fill="${fill}"/>`)
    this.#shade.push(`<path d="${d}" fill="#fff"/>`)
    this.#stipple.push(`<path d="${d}" fill="#fff"/>`)
    this.#light.push(`<path d="${d}" fill="#000"/>`)
    this.inside(d, inside)
  }

  /** Adds to the plates within an outline without painting the outline itself. */
  inside(d: string, { shade, stipple, light, paint }: Inside): void {
    if (!shade && !stipple && !light && !paint) return
    const clip = this.define((id) => `<clipPath id="${id}"><path d="${d}"/></clipPath>`)
    const within = (svg: string) => `<g clip-path="${clip}">${svg}</g>`
    if (paint) this.#paint.push(within(paint))
    if (shade) this.#shade.push(within(shade))
    if (stipple) this.#stipple.push(within(stipple))
    if (light) this.#light.push(within(light))
  }

  paint(svg: string): void {
    this.#paint.push(svg)
  }
  shade(svg: string): void {
    this.#shade.push(svg)
  }
  stipple(svg: string): void {
    this.#stipple.push(svg)
  }
  light(svg: string): void {
    this.#light.push(svg)
  }

  /** A soft shadow of a shape; `dark` is the multiply colour, `blur` in pixels. */
  shadow(d: string, dark: string, blur: number): void {
    this.#stipple.push(`<path d="${d}" fill="${dark}" filter="${this.blur(blur)}"/>`)
  }

  blur(pixels: number): string {
    return this.define(
      (id) =>
        `<filter id="${id}" x="-40%" y="-40%" width="180%" height="180%"><feGaussianBlur stdDeviation="${pixels}"/></filter>`,
    )
  }

  /** Draws within a moved, turned or scaled frame, on all plates. */
  within(transform: string, draw: () => void): void {
    const all = [this.#paint, this.#shade, this.#stipple, this.#light]
    for (const plate of all) plate.push(`<g transform="${transform}">`)
    draw()
    for (const plate of all) plate.push('</g>')
  }

  /** Draws only within an outline, on all plates. */
  clipped(d: string, draw: () => void): void {
    const clip = this.define((id) => `<clipPath id="${id}"><path d="${d}"/></clipPath>`)
    const all = [this.#paint, this.#shade, this.#stipple, this.#light]
    for (const plate of all) plate.push(`<g clip-path="${clip}">`)
    draw()
    for (const plate of all) plate.push('</g>')
  }

  /** Puts another scene into this one, within an outline: the view from a window. */
  embed(other: Scene, transform: string, outline: string): void {
    const clip = this.define((id) => `<clipPath id="${id}"><path d="${outline}"/></clipPath>`)
    this.#defs.push(...other.#defs)
    this.shape(outline, '#FBF8F1')
    const put = (to: string[], from: readonly string[]) =>
      to.push(`<g clip-path="${clip}"><g transform="${transform}">${from.join('')}</g></g>`)
    put(this.#paint, other.#paint)
    put(this.#shade, other.#shade)
    put(this.#stipple, other.#stipple)
    put(this.#light, other.#light)
  }

  plates(): Plates {
    const defs = `<defs>${this.#defs.join('')}</defs>`
    const sheet = (ground: string, parts: readonly string[]) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${this.width}" height="${this.height}" viewBox="0 0 ${this.width} ${this.height}">` +
      `${defs}<rect width="100%" height="100%" fill="${ground}"/>${parts.join('')}</svg>`
    return {
      paint: sheet('#FBF8F1', this.#paint),
      shade: sheet('#fff', this.#shade),
      stipple: sheet('#fff', this.#stipple),
      light: sheet('#000', this.#light),
    }
  }
}

const stopsOf = (stops: readonly (readonly [number, string, number?])[]): string =>
  stops
    .map(
      ([offset, colour, opacity]) => `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity ?? 1}"/>`,
    )
    .join('')
