/** Up-sells and cross-sells, by product slug. */
type ProductLinks = { readonly upSells?: readonly string[]; readonly crossSells?: readonly string[] }

export const productLinks: Readonly<Record<string, ProductLinks>> = {
  'jasmine-dragon-pearls': {
    upSells: ['bai-hao-yin-zhen', 'bi-luo-chun'],
    crossSells: ['glass-teapot', 'double-lid-caddy', 'pocket-scale'],
  },
  'xi-hu-longjing': {
    upSells: ['tai-ping-hou-kui', 'anji-bai-cha'],
    crossSells: ['glass-teapot', 'bamboo-scoop', 'double-lid-caddy'],
  },
  'fukamushi-sencha': { upSells: ['yame-gyokuro'], crossSells: ['tokoname-kyusu', 'ash-glaze-cup'] },
  'uji-matcha': {
    upSells: ['matcha-morning-set'],
    crossSells: ['bamboo-whisk', 'matcha-bowl', 'bamboo-scoop'],
  },
  'dong-ding': { upSells: ['ali-shan', 'li-shan'], crossSells: ['white-porcelain-gaiwan', 'tasting-cups'] },
  'jin-xuan': { upSells: ['ali-shan'], crossSells: ['white-porcelain-gaiwan', 'fairness-pitcher'] },
  'wuyi-rou-gui': { upSells: ['wuyi-da-hong-pao'], crossSells: ['tasting-cups', 'fairness-pitcher'] },
  'darjeeling-second-flush': { upSells: ['darjeeling-first-flush'], crossSells: ['morning-mug', 'infuser-basket'] },
  'earl-grey': { upSells: ['sun-moon-lake-ruby-18'], crossSells: ['morning-mug', 'infuser-basket'] },
  'samovar-breakfast': {
    upSells: ['assam-golden-tip'],
    crossSells: ['morning-mug', 'infuser-basket', 'travel-tumbler'],
  },
  'menghai-shou': { upSells: ['yiwu-sheng-2012'], crossSells: ['yixing-zini-pot', 'gooseneck-kettle'] },
  'cederberg-rooibos': { crossSells: ['paper-filters', 'morning-mug'] },
  'faiyum-chamomile': { upSells: ['quiet-evening-linden-balm'], crossSells: ['paper-filters', 'glass-teapot'] },
  'fairness-pitcher': { upSells: ['first-gongfu-set', 'gongfu-table'], crossSells: ['tasting-cups'] },
  'tasting-cups': { upSells: ['gongfu-table'], crossSells: ['fairness-pitcher', 'bamboo-tea-tray'] },
  'white-porcelain-gaiwan': {
    upSells: ['first-gongfu-set', 'gongfu-table'],
    crossSells: ['fairness-pitcher', 'tasting-cups', 'pocket-scale'],
  },
  'matcha-bowl': { crossSells: ['bamboo-whisk', 'uji-matcha'] },
  'six-kinds-sampler': { crossSells: ['white-porcelain-gaiwan', 'the-patient-leaf'] },
  'first-gongfu-set': { crossSells: ['bamboo-tea-tray', 'the-patient-leaf'] },
}
