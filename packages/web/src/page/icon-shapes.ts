/** Every icon of the pages: strokes on a ground of 24 by 24. */
export const iconShapes = {
  previous: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  down: 'M6 9l6 6 6-6',
  close: 'M6 6l12 12M18 6L6 18',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  download: 'M12 4v11m-5-4.5l5 5 5-5M5 20h14',
  open: 'M14 5h5v5m0-5l-8 8M11 6H6v12h12v-5',
  edit: 'M5 19l1-4L16.5 4.5l3 3L9 18zM14 7l3 3',
  remove: 'M5 7h14M10 7V4h4v3m-7 0l1 13h8l1-13',
  filter: 'M4 6h16M7 12h10M10 18h4',
  facts: 'M12 11v6m0-9.5v.01M12 3a9 9 0 100 18 9 9 0 000-18z',
  keys: 'M9.2 9.2a2.9 2.9 0 115 2c-1.2 1-2.2 1.5-2.2 3m0 3.3v.01',
  zoomOut: 'M6 12h12',
  zoomIn: 'M6 12h12M12 6v12',
  fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  tick: 'M5 12.5l4.5 4.5L19 7.5',
  shield: 'M12 3l7.5 2.8v5.4c0 4.6-3.1 8.3-7.5 9.8-4.4-1.5-7.5-5.2-7.5-9.8V5.8zM8.6 12l2.4 2.4 4.4-4.8',
  gallery: 'M3.6 5.4h16.8v13.2H3.6zM3.6 15.6l4.8-4.8 4.2 4.2L15.6 12l4.8 4.3M15.8 8.9h.01',
  upload: 'M12 15.6V4.2M7.8 8.4 12 4.2 16.2 8.4M4.2 15v4.8h15.6v-4.8',
  albums: 'M3.6 8.4h16.8v11.4H3.6zM6 5.6h12M8.4 3h7.2',
  key: 'M12.7 11.3a4.3 4.3 0 1 1-6.1 6.1 4.3 4.3 0 0 1 6.1-6.1zM12.7 11.3l7.2-7.2M16.4 7.6l2.8 2.8',
  account: 'M12 12a3.8 3.8 0 1 0 0-7.7A3.8 3.8 0 0 0 12 12zM4.6 20.2c.7-3.6 3.6-5.5 7.4-5.5s6.7 1.9 7.4 5.5',
  overview: 'M4.2 3.6v16.2H20.4M8.4 15.8V11.4M12.6 15.8V7.2M16.8 15.8V9.6',
  users:
    'M9.6 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3.1 19.7c.5-3.4 3-5.2 6.5-5.2s6 1.8 6.5 5.2M15.6 5a3.2 3.2 0 0 1 0 6.1M17.5 14.9c1.9 .7 3.1 2.4 3.5 4.8',
  settings: 'M3.6 6.6h8.4M16.8 6.6h3.6M14.4 4.2v4.8M3.6 17.4h3.6M12 17.4h8.4M9.6 15v4.8',
  reports: 'M5.4 21V3.6h12l-2.4 3.8 2.4 4h-12',
  audit: 'M6 3.4h8.4l3.6 3.6v13.7H6zM9.1 10.8h5.8M9.1 14.4h5.8M9.1 7.2h2.4',
} as const

/** The name of an icon. */
export type IconName = keyof typeof iconShapes
