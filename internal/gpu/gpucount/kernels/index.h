// Lists have an index: the row of every INDEX_STEP-th entry.
#pragma once
#include "device.h"

HOST_CONST u32 INDEX_STEP = 128;
