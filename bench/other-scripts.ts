import type { Random } from './random.ts';
import { between, pick, pickSkewed } from './random.ts';

export type Script = 'latin' | 'accented' | 'cyrillic' | 'chinese' | 'japanese' | 'korean';

const CHINESE =
  '我们 他们 自己 今天 明天 时间 工作 问题 研究 学习 笔记 项目 会议 计划 系统 数据 方法 结果 分析 世界 中国 城市 历史 文化 语言 文字 经济 社会 技术 软件 网络 设计 管理 发展 生活 家庭 朋友 老师 学生 大学 图书馆 电影 音乐 春天 山水 天气 健康 医院 旅行 火车 飞机 北京 上海 茶叶 米饭 思想 知识 理论 实验 测试 代码 文件 目录 链接 标签 搜索 索引 记录 任务 完成 开始 结束 重要 简单 复杂 可能 需要 应该 已经 但是 因为 所以 如果 虽然 关于 通过 一个 这个 那个 没有 什么 怎么 非常 很多 的 了 是 在 和 不 也 就 都 而 与 对 把 被 从 到'.split(
    ' ',
  );
const JAPANESE =
  '私 今日 明日 時間 仕事 問題 研究 勉強 ノート メモ プロジェクト 会議 計画 システム データ 方法 結果 分析 世界 日本 東京 京都 大阪 歴史 文化 言語 経済 社会 技術 ソフトウェア ネットワーク デザイン 管理 発展 生活 家族 友達 先生 学生 大学 図書館 映画 音楽 天気 健康 病院 旅行 電車 飛行機 お茶 ご飯 考え方 知識 理論 実験 テスト コード ファイル フォルダ リンク タグ 検索 索引 記録 完了 始める 終わる 重要な 簡単な 複雑な 新しい 古い 大きい 小さい は が を に で と も の から まで です ます でした しました ください について という それから しかし だから'.split(
    ' ',
  );
const KOREAN =
  '오늘 내일 시간 일 문제 연구 공부 노트 메모 프로젝트 회의 계획 시스템 데이터 방법 결과 분석 세계 한국 서울 부산 역사 문화 언어 경제 사회 기술 소프트웨어 네트워크 디자인 관리 발전 생활 가족 친구 선생님 학생 대학교 도서관 영화 음악 날씨 건강 병원 여행 기차 비행기 생각 지식 이론 실험 시험 코드 파일 폴더 링크 태그 검색 색인 기록 완료 시작 끝 중요한 간단한 복잡한 새로운 오래된 그리고 그러나 그래서 만약 우리는 나는 이것은 저것은 있습니다 없습니다 했습니다 합니다 위해 대해 때문에'.split(
    ' ',
  );
const KOREAN_PARTICLES = ['', '', '은', '는', '이', '가', '을', '를', '에', '에서', '으로', '와', '도'];
const CYRILLIC =
  'и в не на что с по как это но он она они мы вы все так его из у за от для если или быть время год день дело жизнь рука работа слово место вопрос дом сторона страна мир случай голова ребёнок сила конец вид система часть город отношение деньги земля машина вода отец проблема час право нога решение дверь образ история власть закон война бог голос книга возможность результат ночь стол имя область статья число компания народ группа развитие процесс суд условие средство начало свет пора путь душа уровень форма связь минута улица вечер качество мысль дорога мать действие заметка встреча задача ссылка поиск файл'.split(
    ' ',
  );
const CYRILLIC_ENDINGS = ['', '', '', 'а', 'ы', 'ом', 'ами', 'ов', 'у'];
const ACCENTED =
  'été déjà même après français élève école théâtre hôtel forêt âme naïve cœur œuvre garçon leçon façon reçu où là très près père mère frère année idée journée première dernière problème système modèle über für größe straße schön können müssen möglich nächste früh grün süß äußerst öffnen übung gemäß señor año niño mañana español corazón canción también después aquí está más información situación razón días avião coração não são então irmã manhã português você maçã łódź książka święto źródło żółty dzień přítel žena člověk řeka město český život şehir güneş çocuk ışık öğrenci år ännu bättre också får på hjärta Ærø smørrebrød café résumé Zürich München São Málaga Gdańsk'.split(
    ' ',
  );

/** Words of two characters and more that the generated notes use. */
export const cjkWords: readonly string[] = [...CHINESE, ...JAPANESE, ...KOREAN].filter(
  (word) => word.length > 1,
);

const CHINESE_COMMON =
  '的一是不了人我在有他这中大来上个国和地到说们为子得时要出会可也你对生能而家下过作'.split('');

/** One word; `latin` text comes from the vocabulary instead. */
function drawForeignWord(random: Random, script: Exclude<Script, 'latin'>): string {
  switch (script) {
    case 'chinese':
      return random() < 0.25
        ? pick(random, CHINESE_COMMON) + pick(random, CHINESE_COMMON)
        : pick(random, CHINESE);
    case 'japanese':
      return pick(random, JAPANESE);
    case 'korean':
      return pickSkewed(random, KOREAN) + pick(random, KOREAN_PARTICLES);
    case 'cyrillic': {
      const word = pickSkewed(random, CYRILLIC);
      return word.length > 3 ? word + pick(random, CYRILLIC_ENDINGS) : word;
    }
    case 'accented':
      return pickSkewed(random, ACCENTED);
  }
}

export function drawForeignPhrase(
  random: Random,
  script: Exclude<Script, 'latin'>,
  low: number,
  high: number,
): string {
  const count = between(random, low, high);
  const words: string[] = [];
  for (let index = 0; index < count; index++) words.push(drawForeignWord(random, script));
  return words.join(script === 'chinese' || script === 'japanese' ? '' : ' ');
}

export function drawForeignSentence(random: Random, script: Exclude<Script, 'latin'>): string {
  if (script !== 'chinese' && script !== 'japanese') {
    const phrase = drawForeignPhrase(random, script, 5, 14);
    return `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}${random() < 0.1 ? '?' : '.'} `;
  }
  const comma = random() < 0.6 ? `，${drawForeignPhrase(random, script, 3, 8)}` : '';
  return `${drawForeignPhrase(random, script, 4, 12)}${script === 'japanese' ? comma.replace('，', '、') : comma}。`;
}
