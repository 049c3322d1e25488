/** The hour and weather of a landscape. Colours from far to near mix from `air` into `land`. */
export type TimeOfDay = {
  readonly sky: readonly [string, string, string]
  readonly sun: string
  readonly sunAt: readonly [number, number]
  readonly air: string
  readonly land: string
  readonly tea: string
  readonly mist: number
}

export const timesOfDay: readonly TimeOfDay[] = [
  {
    sky: ['#F3C9A0', '#F8E2BE', '#FBF0D9'],
    sun: '#E8743B',
    sunAt: [0.68, 0.25],
    air: '#EBC9AC',
    land: '#2F5B47',
    tea: '#4C7A3D',
    mist: 0.55,
  },
  {
    sky: ['#A9CBCB', '#D3E2D3', '#F3EFDB'],
    sun: '#FFF3CF',
    sunAt: [0.3, 0.18],
    air: '#BCD3CB',
    land: '#1F4C44',
    tea: '#5C8A3E',
    mist: 0.5,
  },
  {
    sky: ['#C9B6C8', '#E9C7B6', '#F6DFC0'],
    sun: '#D9553B',
    sunAt: [0.36, 0.3],
    air: '#CDB1B6',
    land: '#3A3F57',
    tea: '#4F6C4A',
    mist: 0.6,
  },
  {
    sky: ['#E9D9A2', '#F3E8C2', '#FAF3DD'],
    sun: '#F0B64A',
    sunAt: [0.72, 0.16],
    air: '#DDD9AE',
    land: '#3C5F33',
    tea: '#6F9440',
    mist: 0.4,
  },
  {
    sky: ['#B9C7C9', '#D5DAD2', '#EBE8DC'],
    sun: '#F7EFDD',
    sunAt: [0.6, 0.2],
    air: '#C3CBC8',
    land: '#33504F',
    tea: '#4E7352',
    mist: 0.85,
  },
  {
    sky: ['#E59C77', '#F1BE8C', '#F9DFB0'],
    sun: '#FBE6B4',
    sunAt: [0.5, 0.34],
    air: '#DDA283',
    land: '#57362F',
    tea: '#5C6B35',
    mist: 0.45,
  },
  {
    sky: ['#8FB4C4', '#BCD5D4', '#EAEBDA'],
    sun: '#FFF6DC',
    sunAt: [0.76, 0.14],
    air: '#A9C6CB',
    land: '#26505A',
    tea: '#3F7A55',
    mist: 0.4,
  },
]
