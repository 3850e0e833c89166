import { texts } from '@pictoglyph/web/texts'

/** Texts shared by the pages of all things. */
export const thingsTexts = texts({
  thing: {
    id: ['Id', 'ID'],
    state: ['State', '状态'],
    disabled: ['disabled', '已停用'],
    unreadable: ['unreadable', '无法识别'],
    isDefault: ['default', '默认'],
    disable: ['Disable', '停用'],
    enable: ['Enable', '启用'],
  },
})
